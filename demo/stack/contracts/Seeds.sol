// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// One of many small ERC-20s; its name is its number.
contract SeedToken {
    uint256 public number;
    uint256 public totalSupply;
    uint8 public constant decimals = 18;
    mapping(address account => uint256) public balanceOf;

    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error Started();
    error BalanceTooLow(address account, uint256 balance, uint256 needed);

    function start(uint256 number_, address holder, uint256 supply) external {
        if (totalSupply != 0) revert Started();
        number = number_;
        totalSupply = supply;
        balanceOf[holder] = supply;
        emit Transfer(address(0), holder, supply);
    }

    function name() external view returns (string memory) {
        return string.concat("Seeded ", text(number));
    }

    function symbol() external view returns (string memory) {
        return string.concat("SEED", text(number));
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 balance = balanceOf[msg.sender];
        if (balance < value) revert BalanceTooLow(msg.sender, balance, value);
        unchecked {
            balanceOf[msg.sender] = balance - value;
            balanceOf[to] += value;
        }
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function text(uint256 value) private pure returns (string memory) {
        if (value < 10) return string(abi.encodePacked(bytes1(uint8(48 + value))));
        return string.concat(text(value / 10), text(value % 10));
    }
}

/// Makes many tokens at little cost: each is a proxy (ERC-1167) of one.
contract Seeds {
    address private immutable model = address(new SeedToken());

    error CloneFailed(uint256 number);

    /// The tokens `from` to `from + count - 1`, all of each held by `holder`.
    function plant(address holder, uint256 from, uint256 count, uint256 supply) external {
        for (uint256 number = from; number < from + count; number++) SeedToken(clone(number)).start(number, holder, supply);
    }

    function clone(uint256 number) private returns (address made) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", model, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            made := create(0, add(code, 0x20), mload(code))
        }
        if (made == address(0)) revert CloneFailed(number);
    }
}
